import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ThemeName } from '../../../../contract/page/themes.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { DialogActions } from '../../design/overlays/dialog.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { offeredThemes, ThemePreview } from '../appearance/theme-preview.tsx';
import { Loaded } from '../loaded.tsx';
import { addressQuery, profileQuery } from '../queries.ts';
import { useSampleLinks } from './sample-links.ts';
import styles from './welcome.module.css';

interface ChooseThemeProps {
  onDone: () => void;
  others?: ReactNode;
  onChoose?: (offered: string) => void;
}

export function ChooseTheme({ onDone, others, onChoose }: ChooseThemeProps) {
  const client = useQueryClient();
  const profile = useQuery(profileQuery);
  const [chosen, setChosen] = useState<string>();
  const save = useMutation({
    mutationFn: (theme: string) => api.user.editCustomize({ theme: theme as ThemeName }),
    onSuccess: async () => {
      await Promise.all([profileQuery, addressQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
      onDone();
    },
  });
  const links = useSampleLinks();

  return (
    <Loaded query={profile} skeleton={<Skeleton height={520} />}>
      {(data) => {
        const current = chosen ?? data.customize.theme;
        return (
          <div className={styles.import}>
            {save.isError && <FailureBanner error={save.error} />}
            <fieldset>
              <legend className={styles.legend}>
                <Trans>You can change it at any time.</Trans>
              </legend>
              <div className={styles.themes}>
                {offeredThemes.map((offered) => (
                  <label key={offered.name} className={styles.theme}>
                    <input
                      type="radio"
                      name="look"
                      value={offered.name}
                      checked={offered.name === current}
                      onChange={() => {
                        setChosen(offered.name);
                        onChoose?.(offered.name);
                      }}
                    />
                    <span className={styles.themeFrame}>
                      <ThemePreview theme={offered} name={data.name || data.username} links={links} />
                    </span>
                    <span className={styles.themeName}>{offered.title}</span>
                  </label>
                ))}
              </div>
            </fieldset>
            <DialogActions>
              {others}
              <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(current)}>
                <Trans>Use this look</Trans>
              </Button>
            </DialogActions>
          </div>
        );
      }}
    </Loaded>
  );
}
