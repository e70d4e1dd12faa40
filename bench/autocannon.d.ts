// autocannon brings no types; this is as much of it as the load process uses.
declare module 'autocannon' {
  interface Request {
    path?: string;
    headers: Record<string, string>;
  }
  interface Options {
    url: string;
    headers: Record<string, string>;
    body?: string | undefined;
    connections: number;
    duration?: number;
    /** In place of the duration. */
    amount?: number;
    requests?: { setupRequest(request: Request): Request }[];
  }
  interface Result {
    requests: { total: number };
    /** Seconds. */
    duration: number;
    errors: number;
    non2xx: number;
    '3xx': number;
  }
  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}
