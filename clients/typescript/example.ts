// Lists the blocks of a page, and adds one whose link is switched off. It needs a key with the scope "write":
//   FINGERPOST_URL=http://localhost:3000 FINGERPOST_KEY=fp_… npm run --silent client-example
import { createFingerpost, FingerpostError } from './index.ts';

const { FINGERPOST_URL: url = 'http://localhost:3000', FINGERPOST_KEY: key } = process.env;

async function run(): Promise<void> {
  if (!key) throw new TypeError('Set FINGERPOST_KEY to a key that "bin/fingerpost key create USERNAME" printed.');
  const fingerpost = createFingerpost({ url, key });

  const { username } = await fingerpost.user.get();
  console.log(`The page of ${username}:`);
  for await (const { id, block, name, items } of fingerpost.blocks.each()) {
    console.log(`  ${id}  ${block}  ${name ?? '(no name)'}, items: ${items.length}`);
  }

  const { id } = await fingerpost.blocks.create({
    block: 'links',
    name: 'Added by the example',
    items: [{ link: 'https://example.com/', content: { caption: 'Over there' }, settings: { enabled: false } }],
  });
  console.log(`The block was added. Its id is ${id}.`);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof FingerpostError || error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
