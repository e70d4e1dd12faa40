// Where to go after signing in. Only paths of the dashboard itself: an address from elsewhere could name any site.
const path = /^\/(?![/\\])[\x21-\x7e]*$/;

export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('to') ?? '/';
  return path.test(wanted) && !wanted.startsWith('/sign-') ? wanted : '/';
}

export function signInPath(from: string): string {
  return from === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(from)}`;
}
