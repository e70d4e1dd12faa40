// Who is here now, for everything in this browser that shows it. There is one stream, however many components and tabs
// there are: a tab that is visible and holds the lock reads it, and shares it with the others. Hidden tabs read nothing,
// and neither does one that asks somebody to sign in again.
// Where the stream cannot be had, the service is asked every 15 seconds.
import { publicApi } from '../../../api/client.ts';
import { onSignInRequest, signInAnswer } from '../../../api/sign-in-requests.ts';
import { applyMessage, type LiveState, stateOf } from './live-state.ts';

const NAME = 'fingerpost.live';
/** The stream begins at once. If nothing comes, a proxy holds it back. */
const OPENING_MS = 8000;
const POLL_MS = 15_000;
/** On a busy page, several messages are drawn together. */
const DRAWING_MS = 100;

type Shared = { ask: true } | { state: LiveState | undefined };

const listeners = new Set<() => void>();
let state: LiveState | undefined;
let isDrawing = false;
let reading: AbortController | undefined;
let isReader = false;
let channel: BroadcastChannel | undefined;
let ignoreSignIn: (() => void) | undefined;

/** Undefined until it is known, and while the service does not answer. */
export function currentLive(): LiveState | undefined {
  return state;
}

export function listenToLive(listener: () => void): () => void {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', readWhilePossible);
    ignoreSignIn = onSignInRequest(readWhilePossible);
  }
  listeners.add(listener);
  readWhilePossible();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', readWhilePossible);
    ignoreSignIn?.();
    stop();
    // The next to listen may be another person.
    state = undefined;
  };
}

function readWhilePossible(): void {
  if (document.visibilityState === 'hidden' || signInAnswer()) stop();
  else if (!reading) start();
}

function start(): void {
  reading = new AbortController();
  const { signal } = reading;
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<Shared>) => {
    if ('ask' in data) {
      if (isReader && state) share({ state });
    } else if (!isReader) draw(data.state);
  };
  share({ ask: true });
  // Without locks, which need HTTPS, each visible tab reads for itself.
  if (navigator.locks) navigator.locks.request(NAME, { signal }, () => read(signal)).catch(() => undefined);
  else void read(signal);
}

function stop(): void {
  reading?.abort();
  reading = undefined;
  isReader = false;
  channel?.close();
  channel = undefined;
}

async function read(signal: AbortSignal): Promise<void> {
  isReader = true;
  while (!signal.aborted) {
    await readStream(signal);
    if (!signal.aborted) await ask(signal);
    await pause(POLL_MS, signal);
  }
}

/** Until it fails. The client reconnects by itself where that helps. */
async function readStream(signal: AbortSignal): Promise<void> {
  const opening = new AbortController();
  const timer = setTimeout(() => opening.abort(), OPENING_MS);
  try {
    const messages = publicApi.analytics.streamLiveVisitors({ signal: AbortSignal.any([signal, opening.signal]) });
    for await (const message of messages) {
      clearTimeout(timer);
      if (signal.aborted) return;
      publish(applyMessage(state ?? { visitors: [], total: 0 }, message));
    }
  } catch {
    // Refused, unreachable or held back: the caller asks instead.
  } finally {
    clearTimeout(timer);
  }
}

async function ask(signal: AbortSignal): Promise<void> {
  const found = await publicApi.analytics.getLiveVisitors({ signal }).then(stateOf, () => undefined);
  if (!signal.aborted) publish(found);
}

function publish(next: LiveState | undefined): void {
  draw(next);
  share({ state: next });
}

function draw(next: LiveState | undefined): void {
  state = next;
  if (isDrawing) return;
  isDrawing = true;
  setTimeout(() => {
    isDrawing = false;
    for (const listener of listeners) listener();
  }, DRAWING_MS);
}

function share(message: Shared): void {
  channel?.postMessage(message);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
