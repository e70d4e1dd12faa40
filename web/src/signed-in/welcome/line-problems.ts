import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { cut } from '../../../../contract/page/cut-text.ts';
import type { InvalidLine } from '../../../../contract/page/pasted-links.ts';

const SHOWN = 3;
const MAX_SHOWN_TEXT = 60;

/** Names the lines that are no links, and says what is wrong with them. Undefined if there are none. */
export function useLineProblems(): (lines: readonly InvalidLine[]) => string | undefined {
  const { t, i18n } = useLingui();
  const describe = ({ number, text, problem }: InvalidLine) => {
    const [at, shown] = [i18n.number(number), cut(text, MAX_SHOWN_TEXT)];
    return {
      no_address: t`Line ${at}, “${shown}”, has no address.`,
      not_followable: t`Line ${at}, “${shown}”, has an address that a link cannot lead to.`,
      too_long: t`Line ${at}, “${shown}”, has an address that is too long.`,
    }[problem];
  };
  return (lines) => {
    if (lines.length === 0) return undefined;
    const left = lines.length - SHOWN;
    const more =
      left > 0 ? [plural(left, { one: '# more line is no link.', other: '# more lines are no links.' })] : [];
    return [...lines.slice(0, SHOWN).map(describe), ...more].join('\n');
  };
}
