import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '../../design/fields/text-field.tsx';
import { useUnsaved } from '../../frame/unsaved.ts';
import type { Appearance } from './use-appearance.ts';

interface BackgroundAddressProps {
  appearance: Appearance;
  kind: 'image' | 'video';
  label: string;
}

/** A file that is somewhere else. An empty field brings the upload back. */
export function BackgroundAddress({ appearance, kind, label }: BackgroundAddressProps) {
  const { t } = useLingui();
  const { source, external_url: address } = appearance.background.settings[kind];
  const saved = source === 'external' ? (address ?? '') : '';
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  useUnsaved(() => typed !== undefined && typed !== saved);
  const commit = () => {
    if (typed === undefined) return;
    const url = typed.trim();
    if (url !== '' && !isSecureAddress(url)) {
      setError(t`Write the whole address, beginning with https://.`);
      return;
    }
    setError(undefined);
    setTyped(undefined);
    const fields = url === '' ? { source: 'upload', external_url: null } : { source: 'external', external_url: url };
    appearance.setBackground({ settings: { [kind]: fields } });
  };
  return (
    <TextField
      label={label}
      optional
      type="url"
      inputMode="url"
      dir="ltr"
      placeholder="https://"
      value={typed ?? saved}
      error={error}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

function isSecureAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
