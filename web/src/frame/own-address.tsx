// Whether the dashboard was opened at the address that the service knows. Links in messages and passkeys belong to that one.
import type { ReactNode } from 'react';
import { useSettings } from '../api/auth-state.ts';
import { loadable } from './loadable.tsx';

const WrongAddress = loadable(async () => (await import('./wrong-address.tsx')).WrongAddress);

export function AtOwnAddress({ children }: { children: ReactNode }) {
  return useSettings().dashboard_url === location.origin ? children : <WrongAddress>{children}</WrongAddress>;
}
