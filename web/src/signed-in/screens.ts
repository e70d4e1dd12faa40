// The screens behind the sign-in whose code is a chunk of its own, by the first part of their path. The start has this list,
// so that it can fetch a screen together with the app around it.
import { loadable } from '../frame/loadable.tsx';

export const screens = {
  '/': loadable(async () => (await import('./page/page-screen.tsx')).PageScreen),
  '/look': loadable(async () => (await import('./appearance/appearance-screen.tsx')).AppearanceScreen),
  '/stats': loadable(async () => (await import('./stats/stats-screen.tsx')).StatsScreen),
  '/sharing': loadable(async () => (await import('./sharing/sharing-screen.tsx')).SharingScreen),
  '/history': loadable(async () => (await import('./history/history-screen.tsx')).HistoryScreen),
  '/entries': loadable(async () => (await import('./entries/entries-screen.tsx')).EntriesScreen),
  '/pixels': loadable(async () => (await import('./pixels/pixels-screen.tsx')).PixelsScreen),
  '/files': loadable(async () => (await import('./files/files-screen.tsx')).FilesScreen),
  '/import': loadable(async () => (await import('./import/import-screen.tsx')).ImportScreen),
  '/account': loadable(async () => (await import('./account/account-screens.tsx')).AccountScreens),
  '/more': loadable(async () => (await import('./shell/more-screen.tsx')).MoreScreen),
  '/welcome': loadable(async () => (await import('./welcome/welcome-screen.tsx')).WelcomeScreen),
} as const;

/** Ahead of time. Whoever draws the screen fetches it again, and reports a failure. */
export async function fetchScreen(path: string): Promise<void> {
  const first = path.match(/^\/[^/]*/)?.[0] ?? '/';
  if (Object.hasOwn(screens, first)) await screens[first as keyof typeof screens].fetch().catch(() => undefined);
}
