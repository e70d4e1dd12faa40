import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { haveLikeItems } from '../../../../../contract/blocks/index.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog, DialogActions } from '../../../design/overlays/dialog.tsx';
import type { RemovalTarget } from '../../editing/index.ts';
import { useListTools } from './list-context.ts';
import { nameOf } from './row-names.ts';

interface MoveDialogProps {
  target: RemovalTarget;
  onClose: () => void;
  /** With what it is called in its new block. */
  onMoved: (target: RemovalTarget) => void;
}

/** Moves an item to another block with like items, at a chosen position. */
export function MoveDialog({ target, onClose, onMoved }: MoveDialogProps) {
  const { t, i18n } = useLingui();
  const { actions } = useListTools();
  const row = actions.find(target);
  const blocks = row
    ? actions.blocks().filter((other) => other.id !== row.block.id && haveLikeItems(row.block.block, other.block))
    : [];
  const [chosen, setChosen] = useState(String(blocks[0]?.id ?? ''));
  const block = blocks.find(({ id }) => String(id) === chosen);
  if (!row?.item || !block) return null;
  const { item } = row;
  const count = block.items.length + 1;

  const move = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const position = Number(new FormData(event.currentTarget).get('place')) || count;
    const to = { blockId: block.id, index: Math.min(Math.max(position, 1), count) - 1 };
    actions.moveItem(item.id, row.block.id, to);
    onMoved({ kind: 'item', blockId: block.id, itemId: item.id });
  };
  return (
    <Dialog title={t`Move ${row.name}`} onClose={onClose}>
      <form onSubmit={move}>
        <Select
          label={t`Block`}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={blocks.map((other) => ({ value: String(other.id), label: nameOf(other, i18n) }))}
        />
        <TextField
          key={chosen}
          label={t`Place`}
          name="place"
          type="number"
          min={1}
          max={count}
          defaultValue={count}
          hint={t`From ${i18n.number(1)} to ${i18n.number(count)}`}
        />
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit">
            <Trans>Move</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
