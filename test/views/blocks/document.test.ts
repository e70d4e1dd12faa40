// docs/blocks.md documents each type of block. It must match the shapes in the contract.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { blockExamples } from '../../../contract/blocks/examples.ts';
import { blockLimits, blockShapes } from '../../../contract/page/block-shapes.ts';
import { blockTypes } from '../../../contract/vocabulary.ts';
import { drafts } from '../../api/blocks/block-drafts.ts';

const document = readFileSync(new URL('../../../docs/blocks.md', import.meta.url), 'utf8');
const [common, ...rest] = document.split(/^## `/m);
const sections = new Map(rest.map((section) => [section.slice(0, section.indexOf('`')), section]));

function keysOf(shape: TSchema): string[] {
  return Type.IsObject(shape) ? Object.keys(shape.properties) : [];
}

/** The keys in a section's table for a part of the block. */
function named(section: string, part: string): string[] {
  return [...section.matchAll(new RegExp(`^\\| ${part} \\| \`([a-z_]+)\` \\|`, 'gm'))].map(([, key]) => key!);
}

describe('docs/blocks.md', () => {
  it('has a section for each type', () => {
    assert.deepEqual([...sections.keys()], [...blockTypes]);
  });

  for (const type of blockTypes) {
    const section = sections.get(type) ?? '';
    const { settings, content, item } = blockShapes[type];

    it(`lists exactly the keys of a block of type ${type}`, () => {
      const rows = (part: string) => `docs/blocks.md, section \`${type}\`: rows "| ${part} | \`key\` | values |"`;
      assert.deepEqual(['enabled', ...named(section, 'settings')], keysOf(settings), rows('settings'));
      assert.deepEqual(named(section, 'content'), keysOf(content), rows('content'));
      assert.deepEqual(named(section, 'item element'), keysOf(item.element), rows('item element'));
      assert.match(
        section,
        /^- Empty: /m,
        `docs/blocks.md, section \`${type}\`: the line "- Empty: …" says when it is hidden`,
      );
    });

    it(`has the example of type ${type}, which is valid`, () => {
      const [, json] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
      const expected = { block: type, ...drafts[type] };
      const wanted = `docs/blocks.md, section \`${type}\`, needs this as its example:\n${JSON.stringify(expected, null, 2)}\n`;
      assert.ok(json !== undefined, wanted);
      assert.deepEqual(JSON.parse(json), expected, wanted);
      const example = blockExamples[type];
      const fits = (shape: TSchema, value: unknown) => {
        if (!Type.IsObject(shape)) return Check(shape, value);
        return Object.entries(value as object).every(([key, one]) => Check(shape.properties[key] ?? Type.Never(), one));
      };
      assert.ok(fits(settings, example.settings ?? {}), 'settings');
      assert.ok(fits(content, example.content ?? (Type.IsObject(content) ? {} : null)), 'content');
      for (const shown of example.items ?? []) {
        assert.ok(fits(item.element, shown.element ?? {}), 'element');
        assert.ok(fits(item.settings, shown.settings ?? {}), 'settings of an item');
      }
    });
  }

  it('lists the setting that all types have', () => {
    assert.match(common!, /^\| `settings\.enabled` \| default `true`;/m);
  });

  it('lists every limit and every setting of a link', () => {
    const limits = [...common!.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name, most]) => [name, Number(most)]);
    assert.deepEqual(Object.fromEntries(limits), blockLimits);
    const table = /^\| setting \|[\s\S]*?\n\n/m.exec(common!)![0];
    const documented = [...table.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, keys]) => keys!.match(/\w+/g)!);
    assert.deepEqual(documented, keysOf(blockShapes.links.item.settings));
  });
});
