// What is not saved yet, stored in the browser for each tab by itself, so that tabs neither overwrite nor send what
// belongs to another. It survives a reload. What a closed tab left behind is taken over by the next one.
export interface TabStorage<T> {
  read(): readonly T[];
  write(records: readonly T[]): void;
}

export interface TabStorages {
  open<T>(kind: StorageKind): TabStorage<T>;
}

const kinds = ['pending', 'drafts'] as const;
type StorageKind = (typeof kinds)[number];

const TAB = 'fingerpost.tab';
/** After a reload, the page before it may still hold the lock. */
const RELOAD_MS = 500;

export async function openTabStorages(owner: string): Promise<TabStorages> {
  const tab = await ownTab();
  const keyOf = (kind: StorageKind, id: string) => `fingerpost.${kind}.${owner}.${id}`;
  for (const other of await closedTabs(owner, tab)) {
    for (const kind of kinds) {
      const left = stored(keyOf(kind, other));
      if (left.length > 0) store(keyOf(kind, tab), [...left, ...stored(keyOf(kind, tab))]);
      store(keyOf(kind, other), []);
    }
  }
  return {
    open: <T>(kind: StorageKind) => ({
      read: () => stored(keyOf(kind, tab)) as T[],
      write: (records: readonly T[]) => store(keyOf(kind, tab), records),
    }),
  };
}

let own: Promise<string> | undefined;

/** A tab that the browser duplicated has the same id as its original, which holds the lock. */
function ownTab(): Promise<string> {
  own ??= (async () => {
    const before = sessionStorage.getItem(TAB);
    if (before && (await lockTab(before, { signal: AbortSignal.timeout(RELOAD_MS) }))) return before;
    const id = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
    sessionStorage.setItem(TAB, id);
    await lockTab(id, {});
    return id;
  })();
  return own;
}

async function closedTabs(owner: string, tab: string): Promise<readonly string[]> {
  // Without locks, nobody knows which tabs are open.
  if (!navigator.locks) return [];
  const pattern = new RegExp(`^fingerpost\\.(?:${kinds.join('|')})\\.${owner}\\.(\\w+)$`);
  const ids = new Set(Object.keys(localStorage).flatMap((key) => pattern.exec(key)?.[1] ?? []));
  ids.delete(tab);
  const closed: string[] = [];
  for (const id of ids) if (await lockTab(id, { ifAvailable: true })) closed.push(id);
  return closed;
}

/** The lock lasts until the tab closes. False if another tab has it. */
function lockTab(id: string, options: LockOptions): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock ? new Promise<void>(() => {}) : undefined;
    };
    navigator.locks.request(`${TAB}.${id}`, options, hold).catch(() => resolve(false));
  });
}

function stored(key: string): unknown[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as unknown[];
  } catch {
    return [];
  }
}

function store(key: string, records: readonly unknown[]): void {
  try {
    if (records.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(records));
  } catch {
    // Full or forbidden: what is not saved is still in memory.
  }
}
