// The Date header, formatted once per second.

let second = 0;
let formatted = '';

export function currentDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    formatted = new Date(now * 1000).toUTCString();
  }
  return formatted;
}
