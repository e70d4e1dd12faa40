/** Makes a creation that is sent twice happen once. Unlike `crypto.randomUUID`, it works without HTTPS. */
export function creationKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
