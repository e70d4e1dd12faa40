// The process that draws pictures. Its first drawing includes its start, which a busy machine does not finish in time.
import { drawShareImage } from '../../../server/pictures/index.ts';
import { eventually } from '../../support/eventually.ts';
import { cardOf } from './cards.ts';

const PATIENCE_MS = 120_000;
const card = cardOf({ name: 'Ada', bio: '' });

export async function untilItDraws(): Promise<void> {
  await eventually('a picture is drawn', PATIENCE_MS, () =>
    drawShareImage(card).then(
      () => true,
      () => false,
    ),
  );
}
