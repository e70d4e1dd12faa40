// Lists the tracking pixels of an account, and adds one. It needs a key with the scope "write":
//   FINGERPOST_URL=http://localhost:3000 FINGERPOST_KEY=fp_… node clients/typescript/example.ts
import { createFingerpost, FingerpostError } from './index.ts';

const { FINGERPOST_URL: url = 'http://localhost:3000', FINGERPOST_KEY: key } = process.env;

async function run(): Promise<void> {
  if (!key) throw new TypeError('Set FINGERPOST_KEY to a key that "bin/fingerpost key create USERNAME" printed.');
  const fingerpost = createFingerpost({ url, key });

  const { username } = await fingerpost.user.get();
  console.log(`The pixels of ${username}:`);
  for await (const pixel of fingerpost.pixels.each()) {
    console.log(`  ${pixel.id}  ${pixel.pixel_type}  ${pixel.pixel_id}  ${pixel.name}${pixel.status ? '' : ' (off)'}`);
  }

  const { id, message } = await fingerpost.pixels.create({
    name: 'Added by the example',
    type: 'google_analytics',
    pixel_id: 'G-0000000000',
    status: 0,
  });
  console.log(`${message} Its id is ${id}.`);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof FingerpostError || error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
