import { useState } from 'react';
import { Button, IconButton, LinkButton } from '../design/actions/button.tsx';
import { CopyButton } from '../design/content/copying.tsx';
import { Dialog, DialogActions, Sheet } from '../design/overlays/dialog.tsx';
import { Menu } from '../design/overlays/menu.tsx';
import styles from './gallery.module.css';
import { Part } from './part.tsx';

const variants = ['primary', 'secondary', 'quiet', 'danger', 'dangerQuiet'] as const;

export function ActionSamples({ onTurn }: { onTurn: () => void }) {
  const [opened, setOpened] = useState<'dialog' | 'sheet'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Part title="Buttons">
        {variants.map((variant) => (
          <div key={variant} className={styles.line}>
            <Button variant={variant}>Save</Button>
            <Button variant={variant} icon="plus">
              Add links
            </Button>
            <Button variant={variant} size="small">
              Small
            </Button>
            <Button variant={variant} busy>
              Saving
            </Button>
            <Button variant={variant} disabled>
              Not now
            </Button>
          </div>
        ))}
        <div className={styles.line}>
          <LinkButton href="/gallery" variant="primary">
            Link
          </LinkButton>
          <LinkButton href="https://example.com" target="_blank" icon="external">
            Elsewhere
          </LinkButton>
          <IconButton icon="edit" label="Edit" />
          <IconButton icon="trash" label="Delete" />
          <CopyButton text="https://links.example/ada" />
          <Button onClick={onTurn}>Other direction</Button>
        </div>
      </Part>
      <Part title="Overlays">
        <div className={styles.line}>
          <Button onClick={() => setOpened('dialog')}>Dialog</Button>
          <Button onClick={() => setOpened('sheet')}>Sheet</Button>
          <Menu
            label="Sample"
            items={[
              { label: 'Rename', icon: 'edit', onChoose: () => undefined },
              { label: 'Dark', icon: 'moon', checked: true, onChoose: () => undefined },
              { label: 'Remove', icon: 'trash', danger: true, onChoose: () => undefined },
            ]}
          >
            {(opener) => (
              <Button {...opener} icon="down">
                Menu
              </Button>
            )}
          </Menu>
        </div>
      </Part>
      {opened === 'dialog' && (
        <Dialog title="Revoke the key?" onClose={close}>
          <p>Programs that use it stop working at once.</p>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" onClick={close}>
              Revoke
            </Button>
          </DialogActions>
        </Dialog>
      )}
      {opened === 'sheet' && (
        <Sheet title="Add links" onClose={close}>
          <p>What would fill a screen.</p>
        </Sheet>
      )}
    </>
  );
}
