import { useLingui } from '@lingui/react/macro';
import { playerOf } from '../../../../../contract/page/players.ts';
import { TextField } from '../../../design/fields/text-field.tsx';
import { useTextField } from '../../editing/index.ts';
import { useChangeLabel } from './basic-fields.tsx';
import type { FieldProps } from './field-props.ts';
import { valueAt } from './values.ts';

interface PlayerContent {
  provider?: string;
  kind?: string;
  id?: string;
}

/** Takes an address, and stores what it stands for. */
export function PlayerField({ description, target, record, name }: FieldProps) {
  const { i18n } = useLingui();
  const content = (valueAt(record, description.path) ?? {}) as PlayerContent;
  const binding = useTextField({
    target,
    path: description.path,
    saved: playerAddress(content),
    savedValue: content,
    label: useChangeLabel({ description, name }),
    toValue: (typed) => playerOf(typed)?.content ?? { id: typed.trim() },
  });
  return (
    <TextField
      label={i18n._(description.label)}
      hint={description.hint && i18n._(description.hint)}
      inputMode="url"
      dir="ltr"
      spellCheck={false}
      {...binding}
    />
  );
}

const addresses: Readonly<Record<string, (content: PlayerContent) => string>> = {
  youtube: ({ id }) => `https://www.youtube.com/watch?v=${id}`,
  vimeo: ({ id }) => `https://vimeo.com/${id}`,
  tiktok: ({ id }) => `https://www.tiktok.com/player/v1/${id}`,
  spotify: ({ kind = 'track', id }) => `https://open.spotify.com/${kind}/${id}`,
  soundcloud: ({ id }) => `https://soundcloud.com/${id}`,
  apple_music: ({ id }) => `https://music.apple.com/${id}`,
};

function playerAddress(content: PlayerContent): string {
  if (!content.id) return '';
  return addresses[content.provider ?? '']?.(content) ?? content.id;
}
