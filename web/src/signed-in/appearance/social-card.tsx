import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { type Network, networks } from '../../../../contract/page/social-networks.ts';
import { Button, IconButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Menu } from '../../design/overlays/menu.tsx';
import { type EditTarget, useEditor, useSection, useTextField } from '../editing/index.ts';
import { Loaded } from '../loaded.tsx';
import { storedHandle, useNetworkTexts } from './networks.ts';
import styles from './social-card.module.css';

const target: EditTarget = { kind: 'section', section: 'social' };

type Handles = Partial<Record<Network, string | null>>;

export function SocialCard() {
  const { t } = useLingui();
  const social = useSection('social');
  return (
    <Card
      title={t`Social networks`}
      text={<Trans>Shown as icons below your name. Paste the address of your profile, or type your name there.</Trans>}
    >
      <Loaded query={social} skeleton={<Skeleton height={120} />}>
        {() => <Networks handles={social.fields as Handles} />}
      </Loaded>
    </Card>
  );
}

function Networks({ handles }: { handles: Handles }) {
  const { t } = useLingui();
  const { titleOf } = useNetworkTexts();
  const { drafts } = useEditor();
  // What was typed before a reload is shown, since it is not saved yet.
  const [added, setAdded] = useState(() => networks.filter((network) => drafts.find(target, network)));
  const shown = networks.filter((network) => handles[network] || added.includes(network));
  const others = networks.filter((network) => !shown.includes(network));
  return (
    <div className={styles.networks}>
      {shown.map((network) => (
        <NetworkField
          key={network}
          network={network}
          handle={handles[network] ?? ''}
          isNew={added.includes(network)}
          onRemove={() => setAdded(added.filter((other) => other !== network))}
        />
      ))}
      {others.length > 0 && (
        <div>
          <Menu
            label={t`Networks`}
            items={others.map((network) => ({
              label: titleOf(network),
              onChoose: () => setAdded([...added, network]),
            }))}
          >
            {(opener) => (
              <Button icon="plus" {...opener}>
                <Trans>Add a network</Trans>
              </Button>
            )}
          </Menu>
        </div>
      )}
    </div>
  );
}

interface NetworkFieldProps {
  network: Network;
  handle: string;
  isNew: boolean;
  onRemove: () => void;
}

function NetworkField({ network, handle, isNew, onRemove }: NetworkFieldProps) {
  const { t } = useLingui();
  const editor = useEditor();
  const { titleOf, hintOf, problemOf } = useNetworkTexts();
  const title = titleOf(network);
  const field = useTextField({
    target,
    path: network,
    saved: handle,
    label: t`${title} changed`,
    toValue: (text) => storedHandle(network, text),
    check: (text) => problemOf(network, text),
  });
  const remove = () => {
    onRemove();
    editor.drafts.set(target, network, undefined);
    if (handle === '') return;
    const edit = { type: 'edit', target, patch: { [network]: null }, base: { [network]: handle } } as const;
    // It can only fail for reasons that the state of saving shows.
    editor.change(edit, t`${title} removed`).catch(() => undefined);
  };
  return (
    <div className={styles.network}>
      <TextField
        label={title}
        hint={hintOf(network)}
        maxLength={limits.socialHandle}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoFocus={isNew && handle === ''}
        {...field}
      />
      <IconButton icon="trash" label={t`Remove ${title}`} onClick={remove} className={styles.remove!} />
    </div>
  );
}
