import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeAgent, isBot } from '../../server/visits/record/agents.ts';
import { chromeOnWindows, firefoxOnLinux } from './setting.ts';

describe('a user agent', () => {
  const safariOnIphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
  const safariOnMac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';
  const edgeOnWindows = `${chromeOnWindows} Edg/130.0.0.0`;
  const chromeOnAndroid =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
  const instagram =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 320.0.0.0';

  const safariOnIpad =
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1';
  const television =
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager';

  for (const [userAgent, browser, os, device] of [
    [chromeOnWindows, 'Chrome', 'Windows', 'Computer'],
    [firefoxOnLinux, 'Firefox', 'Linux', 'Computer'],
    [safariOnIphone, 'Mobile Safari', 'iOS', 'Phone'],
    [safariOnIpad, 'Mobile Safari', 'iOS', 'Tablet'],
    [safariOnMac, 'Safari', 'macOS', 'Computer'],
    [edgeOnWindows, 'Edge', 'Windows', 'Computer'],
    [chromeOnAndroid, 'Chrome', 'Android', 'Phone'],
    [instagram, 'Instagram', 'iOS', 'Phone'],
    [television, 'Chrome', 'webOS', 'Television'],
    ['nothing that anyone knows', 'Unknown', 'Unknown', 'Unknown'],
    ['', 'Unknown', 'Unknown', 'Unknown'],
    [undefined, 'Unknown', 'Unknown', 'Unknown'],
  ] as const) {
    test(`is parsed as ${browser} on ${os}: ${userAgent}`, () => {
      assert.deepEqual(describeAgent(userAgent), { browser, os, device });
    });
  }

  test('is normalized', () => {
    const agents = [chromeOnWindows.toUpperCase(), chromeOnWindows.toLowerCase()].map(describeAgent);
    assert.deepEqual(agents, Array(2).fill({ browser: 'Chrome', os: 'Windows', device: 'Computer' }));
  });

  test('with invented names gives only known names', () => {
    const browsers = new Set<string>();
    const systems = new Set<string>();
    const letters = 'aekinotz';
    for (let n = 0; n < 3000; n += 1) {
      const letter = (index: number) => letters[Math.floor(n / letters.length ** index) % letters.length];
      const word = [0, 1, 2, 3, 4].map(letter).join('');
      browsers.add(describeAgent(`${word}Browser/1.0`).browser);
      browsers.add(describeAgent(`Opera ${word.replaceAll(/[^aeot]/g, 'b')} Version/1.0`).browser);
      systems.add(describeAgent(`x ${word.replaceAll(/[^eno]/g, 'p')}bsd/1`).os);
    }
    const known = ['Nokia Browser', 'Tizen Browser', 'Opera', 'Opera Mobile', 'BSD', 'OpenBSD', 'Unknown'];
    assert.deepEqual(
      [...browsers, ...systems].filter((name) => !known.includes(name)),
      [],
    );
  });

  test('is parsed only up to the length of real browsers', () => {
    const padding = 'x'.repeat(100_000);
    assert.equal(describeAgent(`${padding} ${chromeOnWindows}`).browser, 'Unknown');
    assert.equal(describeAgent(`${chromeOnWindows} ${padding}`).browser, 'Chrome');
  });
});

describe('a bot', () => {
  const bots = [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'curl/8.5.0',
    'python-requests/2.32',
    '',
    '   ',
    undefined,
  ];
  for (const userAgent of bots) {
    test(`is detected: ${userAgent}`, () => assert.equal(isBot(userAgent), true));
  }
  test('is not detected for browsers', () => {
    assert.equal(isBot(chromeOnWindows), false);
    assert.equal(isBot(firefoxOnLinux), false);
  });
});
