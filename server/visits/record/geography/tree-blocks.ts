// The search tree of a MaxMind DB file, read from the disk in blocks. Some of them are in memory, and the operating
// system caches the rest of the file. The tree is most of the file: with the built-in files, 100 megabytes.
import { readSync } from 'node:fs';

/** Reads the two records of a node by its offset, like those of the library. */
export interface Walker {
  left(offset: number): number;
  right(offset: number): number;
}

export interface TreeShape {
  nodeCount: number;
  /** Bits per record: 24, 28 or 32. */
  recordSize: number;
}

const NODES_PER_BLOCK = 512;
/** Seven or eight megabytes. With addresses from everywhere, a lookup then reads about one block. */
const MAX_BLOCKS = 2048;

export function blockWalker(descriptor: number, { nodeCount, recordSize }: TreeShape, maxBlocks = MAX_BLOCKS): Walker {
  // Two records per node. A node is never in two blocks.
  const nodeBytes = recordSize / 4;
  const blockBytes = NODES_PER_BLOCK * nodeBytes;
  const blocks = createBlocks(descriptor, nodeCount * nodeBytes, blockBytes, maxBlocks);
  const { memory } = blocks;
  const placeOf = (offset: number) => {
    const inBlock = offset % blockBytes;
    return blocks.load((offset - inBlock) / blockBytes) + inBlock;
  };
  if (recordSize === 28) {
    // The byte in the middle has the upper four bits of both.
    return {
      left(offset) {
        const place = placeOf(offset);
        return ((memory[place + 3]! >>> 4) << 24) | memory.readUIntBE(place, 3);
      },
      right(offset) {
        const place = placeOf(offset);
        return ((memory[place + 3]! & 0x0f) << 24) | memory.readUIntBE(place + 4, 3);
      },
    };
  }
  const recordBytes = recordSize / 8;
  return {
    left: (offset) => memory.readUIntBE(placeOf(offset), recordBytes),
    right: (offset) => memory.readUIntBE(placeOf(offset) + recordBytes, recordBytes),
  };
}

/** A cache of blocks that replaces one that was not used lately (the clock algorithm), without allocating anything. */
function createBlocks(descriptor: number, treeBytes: number, blockBytes: number, maxBlocks: number) {
  const count = Math.ceil(treeBytes / blockBytes);
  const slots = Math.min(count, maxBlocks);
  const memory = Buffer.allocUnsafeSlow(slots * blockBytes);
  const slotOf = new Int32Array(count).fill(-1);
  const blockIn = new Int32Array(slots).fill(-1);
  const isRecent = new Uint8Array(slots);
  let hand = 0;

  function freeSlot(): number {
    for (; isRecent[hand] === 1; hand = (hand + 1) % slots) isRecent[hand] = 0;
    const slot = hand;
    hand = (hand + 1) % slots;
    if (blockIn[slot]! >= 0) slotOf[blockIn[slot]!] = -1;
    blockIn[slot] = -1;
    return slot;
  }

  return {
    memory,
    /** Returns where the block is in the memory. Throws if it cannot be read. */
    load(block: number): number {
      let slot = slotOf[block]!;
      if (slot < 0) {
        slot = freeSlot();
        const start = block * blockBytes;
        const length = Math.min(blockBytes, treeBytes - start);
        if (readSync(descriptor, memory, slot * blockBytes, length, start) !== length) {
          throw new Error('The file is shorter than before.');
        }
        slotOf[block] = slot;
        blockIn[slot] = block;
      }
      isRecent[slot] = 1;
      return slot * blockBytes;
    },
  };
}
