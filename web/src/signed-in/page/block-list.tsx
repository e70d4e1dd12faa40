import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Block } from '../../../../clients/typescript/index.ts';
import { Row, Rows } from '../../design/content/rows.tsx';
import styles from './block-list.module.css';
import { blockNames } from './block-names.ts';

const SHOWN_ITEMS = 4;

/** In the order of the page. */
export function BlockList({ blocks }: { blocks: readonly Block[] }) {
  const { t, i18n } = useLingui();
  return (
    <Rows label={t`Blocks of your page`}>
      {blocks.map((block) => {
        const { icon, title } = blockNames[block.block];
        const kind = i18n._(title);
        const name = block.name || contentOf(block);
        return (
          <Row key={block.id} icon={icon} title={name || kind} text={<Items block={block} kind={name ? kind : ''} />} />
        );
      })}
    </Rows>
  );
}

function Items({ block, kind }: { block: Block; kind: string }) {
  const captions = block.items.map(({ content, link }) => content.caption || link).filter(Boolean);
  const left = captions.length - SHOWN_ITEMS;
  const shown = captions.slice(0, SHOWN_ITEMS).join(' · ');
  const more = left > 0 ? plural(left, { one: '# more', other: '# more' }) : '';
  return <span className={styles.items}>{[kind, shown, more].filter(Boolean).join(' · ')}</span>;
}

const SHOWN_CHARACTERS = 80;

/** The first words of a heading or a text, without the marks of its formatting. */
function contentOf({ block, blocks }: Block): string {
  const content = blocks?.content;
  return (block === 'heading' || block === 'text') && typeof content === 'string' ? beginningOf(content) : '';
}

function beginningOf(content: string): string {
  const plain = content
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= SHOWN_CHARACTERS) return plain;
  const cut = plain.slice(0, SHOWN_CHARACTERS);
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1).trimEnd() || cut}…`;
}
