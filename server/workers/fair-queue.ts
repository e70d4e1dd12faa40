// A bounded queue that is fair on several levels: between networks, say, and between the accounts of each. An item has
// a path with a name on each level. Names of one level take turns, each with one item, and within its turn so do the
// names below it.
//
// A full level does not turn away somebody who has less of it than others: the newest item of the name with most items
// makes room. So nobody can fill the queue for somebody else, except together with as many names as there are slots.

export interface Level {
  name: string;
  /** How many items may wait under this name. */
  max: number;
}

export interface FairQueue<Item> {
  /** Returns false if there is no room. */
  add(path: readonly Level[], item: Item): boolean;
  take(): Item | undefined;
}

interface Branch<Item> {
  /** In turn order. */
  branches: Map<string, Branch<Item>>;
  /** The items of a path that ends here. */
  items: Item[];
  size: number;
}

/** `onDisplaced` gets an item that has made room for another. */
export function createFairQueue<Item>(onDisplaced: (item: Item) => void): FairQueue<Item> {
  const root = createBranch<Item>();
  return {
    add(path, item) {
      if (!makeRoom(root, path, onDisplaced)) return false;
      let branch = root;
      branch.size += 1;
      for (const { name } of path) {
        const next = branch.branches.get(name) ?? createBranch();
        branch.branches.set(name, next);
        branch = next;
        branch.size += 1;
      }
      branch.items.push(item);
      return true;
    },
    take: () => (root.size === 0 ? undefined : takeNext(root)),
  };
}

function createBranch<Item>(): Branch<Item> {
  return { branches: new Map(), items: [], size: 0 };
}

function takeNext<Item>(branch: Branch<Item>): Item {
  branch.size -= 1;
  const [next] = branch.branches;
  if (!next) return branch.items.shift()!;
  const [name, below] = next;
  const item = takeNext(below);
  branch.branches.delete(name);
  if (below.size > 0) branch.branches.set(name, below);
  return item;
}

/** An item that makes room on the innermost full level makes room on those around it as well. */
function makeRoom<Item>(root: Branch<Item>, path: readonly Level[], onDisplaced: (item: Item) => void): boolean {
  const trail = trailOf(root, path);
  const full = trail.findLastIndex((branch, index) => branch.size >= path[index]!.max);
  if (full < 0) return true;
  // Within a name that has as much as others already, those who have less of it are still admitted.
  for (let index = full; index < trail.length; index += 1) {
    const largest = largestOf(trail[index]!);
    if (!largest || largest[1].size <= (trail[index + 1]?.size ?? 0) + 1) continue;
    for (const around of [root, ...trail.slice(0, index)]) around.size -= 1;
    onDisplaced(takeNewest(trail[index]!));
    return true;
  }
  return false;
}

/** The branches of the path that exist. */
function trailOf<Item>(root: Branch<Item>, path: readonly Level[]): Branch<Item>[] {
  const trail: Branch<Item>[] = [];
  for (const { name } of path) {
    const next = (trail.at(-1) ?? root).branches.get(name);
    if (!next) break;
    trail.push(next);
  }
  return trail;
}

function takeNewest<Item>(branch: Branch<Item>): Item {
  branch.size -= 1;
  const largest = largestOf(branch);
  if (!largest) return branch.items.pop()!;
  const [name, below] = largest;
  const item = takeNewest(below);
  if (below.size === 0) branch.branches.delete(name);
  return item;
}

function largestOf<Item>({ branches }: Branch<Item>): [string, Branch<Item>] | undefined {
  let largest: [string, Branch<Item>] | undefined;
  for (const entry of branches) if (!largest || entry[1].size > largest[1].size) largest = entry;
  return largest;
}
