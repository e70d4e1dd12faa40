import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { IconButton } from '../design/actions/button.tsx';
import type { IconName } from '../design/icon.tsx';
import { Menu, type MenuOpener } from '../design/overlays/menu.tsx';
import { chooseScheme, type SchemeChoice, useScheme } from './colour-scheme.ts';

const icons: Record<SchemeChoice, IconName> = { system: 'screen', light: 'sun', dark: 'moon' };

export function SchemeMenu({ children }: { children?: (opener: MenuOpener) => ReactNode }) {
  const { t } = useLingui();
  const scheme = useScheme();
  const titles: Record<SchemeChoice, string> = { system: t`System`, light: t`Light`, dark: t`Dark` };
  const items = (['system', 'light', 'dark'] as const).map((choice) => ({
    label: titles[choice],
    icon: icons[choice],
    checked: choice === scheme,
    onChoose: () => chooseScheme(choice),
  }));
  return (
    <Menu label={t`Colours`} items={items}>
      {children ?? ((opener) => <IconButton {...opener} icon={icons[scheme]} label={t`Colours: ${titles[scheme]}`} />)}
    </Menu>
  );
}
