import assert from 'node:assert/strict';
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { hmac } from '../../server/visits/hmac.ts';

it('an HMAC is the one that Node gives, whatever came before it', () => {
  for (const key of [randomBytes(32), randomBytes(64), Buffer.alloc(1, 7)]) {
    const secret = createSecretKey(key);
    for (const text of ['', 'a', 'x'.repeat(4096), '1\n192.0.2.1\nÜber 日本 🧭', 'b']) {
      assert.equal(hmac(secret, text), createHmac('sha256', key).update(text).digest('base64url'));
    }
    assert.throws(() => hmac(secret, 'x'.repeat(4097)), RangeError);
  }
});
