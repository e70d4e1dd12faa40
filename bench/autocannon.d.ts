// autocannon brings no types; this is as much of it as the load process uses.
declare module 'autocannon' {
  interface Options {
    url: string;
    headers: Record<string, string>;
    body?: string | undefined;
    connections: number;
    duration: number;
    requests?: { setupRequest(request: object): object }[];
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
