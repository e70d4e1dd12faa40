import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { setSignedIn } from '../../api/auth-state.ts';
import { publicApi } from '../../api/client.ts';
import { Avatar } from '../../design/content/avatar.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Icon } from '../../design/icon.tsx';
import { Menu, type MenuItem } from '../../design/overlays/menu.tsx';
import { VisuallyHidden } from '../../design/visually-hidden.tsx';
import { chooseScheme, type SchemeChoice, useScheme } from '../../frame/colour-scheme.ts';
import { beforeLeaving } from '../../frame/unsaved.ts';
import { addressQuery, profileQuery } from '../queries.ts';
import styles from './shell.module.css';

/** Who is signed in; opens what concerns the person rather than the page. */
export function PersonMenu({ isSmall = false }: { isSmall?: boolean }) {
  const { t } = useLingui();
  const profile = useQuery(profileQuery).data;
  const address = useQuery(addressQuery).data;
  const scheme = useScheme();
  const signOut = useSignOut();
  const name = profile?.name || profile?.username || '';
  const schemes: Record<SchemeChoice, string> = { system: t`System colours`, light: t`Light`, dark: t`Dark` };
  const icons = { system: 'screen', light: 'sun', dark: 'moon' } as const;
  const items: MenuItem[] = [
    ...(address
      ? [
          {
            label: t`Open your page`,
            icon: 'external' as const,
            onChoose: () => void open(address.url, '_blank', 'noreferrer'),
          },
        ]
      : []),
    ...(['system', 'light', 'dark'] as const).map((choice) => ({
      label: schemes[choice],
      icon: icons[choice],
      checked: scheme === choice,
      onChoose: () => chooseScheme(choice),
    })),
    { label: t`Sign out`, icon: 'sign-out', onChoose: () => beforeLeaving(signOut) },
  ];
  return (
    <Menu label={t`You`} items={items}>
      {(opener) => (
        <button type="button" {...opener} className={isSmall ? styles.personSmall : styles.person}>
          <Avatar name={name} src={profile?.avatar} size={32} />
          <VisuallyHidden>{isSmall ? t`Menu of ${name}` : t`Menu of`} </VisuallyHidden>
          {!isSmall && (
            <>
              <span className={styles.personName} dir="auto">
                {name}
              </span>
              <Icon name="more" size={16} />
            </>
          )}
        </button>
      )}
    </Menu>
  );
}

function useSignOut(): () => void {
  const { t } = useLingui();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    try {
      await publicApi.auth.signOut();
    } catch {
      // Without a session there is nothing left to end. If the service is away, the next screen says so.
    }
    client.clear();
    navigate('/sign-in', { replace: true });
    setSignedIn(false);
    toast(t`You are signed out.`);
  };
}
