import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelTemplates } from '../../../server/views/pixel-templates.ts';
import { expectedPlatforms } from '../../support/pages/pixel-platforms.ts';
import { elements, readMarkup } from '../markup.ts';

const platforms = Object.keys(expectedPlatforms) as (keyof typeof expectedPlatforms)[];

test('has one template for each platform, in the order of the contract', () => {
  assert.deepEqual(Object.keys(pixelTemplates), platforms);
});

for (const platform of platforms) {
  const entry = pixelTemplates[platform];
  const { name, places, hosts, call } = expectedPlatforms[platform];

  test(`${platform}: has the fields of the contract`, () => {
    assert.equal(entry.name, name);
    assert.match(entry.color, /^#[0-9a-f]{6}([0-9a-f]{2})?$/);
    assert.notEqual('icon' in entry, 'svg' in entry, 'an icon or a drawing, never both');
    assert.equal('class' in entry, 'svg' in entry, 'a class beside every drawing and nowhere else');
    if (entry.icon !== undefined) assert.match(entry.icon, /^[a-z0-9-]+( [a-z0-9-]+)*$/);
    if (entry.class !== undefined) assert.match(entry.class, /^[a-z0-9-]+( [a-z0-9-]+)*$/);
  });

  test(`${platform}: has {pixel} in place of the id, and no other placeholder`, () => {
    assert.ok(entry.template.includes(call));
    assert.equal(entry.template.split('{pixel}').length - 1, places);
    assert.deepEqual(new Set(entry.template.match(/\{\{?\s*[\w-]+\s*\}?\}/g)), new Set(['{pixel}']));
    assert.doesNotMatch(entry.template, /YOUR_|XXXX|<user_|TAG_ID|\$\{/i);
    assert.ok(entry.template.split('\n').length > 5, 'line breaks are kept');
    assert.doesNotMatch(entry.template, /[^\n\x20-\x7e]/, 'nothing but plain ASCII');
  });

  test(`${platform}: contacts only its vendor, over HTTPS`, () => {
    assert.deepEqual(
      [...entry.template.matchAll(/https:\/\/([^/'"?]+)/g)].map(([, host]) => host),
      hosts,
    );
    assert.equal(entry.template.match(/\/\/[a-z]/g)?.length, hosts.length, 'no address without its scheme');
  });

  test(`${platform}: closes every element`, () => {
    for (const tag of ['script', 'noscript', 'iframe']) {
      const opened = entry.template.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0;
      assert.equal(entry.template.match(new RegExp(`</${tag}>`, 'g'))?.length ?? 0, opened, tag);
    }
    assert.equal(entry.template.match(/<!-- /g)?.length, entry.template.match(/ -->/g)?.length);
  });
}

test('has scripts that parse with an id', () => {
  for (const [platform, { template }] of Object.entries(pixelTemplates)) {
    const scripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, source]) => source!);
    assert.ok(scripts.length > 0, platform);
    for (const source of scripts)
      assert.doesNotThrow(() => new Function(source.replaceAll('{pixel}', 'A-1')), platform);
  }
});

test('has SVG icons that use the current text colour', () => {
  const drawings = Object.values(pixelTemplates).flatMap(({ svg }) => svg ?? []);
  assert.ok(drawings.length > 0 && drawings.length < platforms.length, 'drawings on some, icons on the others');
  for (const drawing of drawings) {
    const [svg] = readMarkup(drawing).children;
    assert.ok(typeof svg === 'object' && svg.tag === 'svg');
    assert.equal(svg.attributes.viewBox, '0 0 24 24');
    assert.equal(svg.attributes.fill, 'currentColor');
    for (const { tag, attributes } of elements(svg)) {
      assert.ok(['path', 'circle', 'rect'].includes(tag));
      assert.ok(!Object.keys(attributes).some((name) => /^on|href|style/.test(name)));
    }
  }
});
