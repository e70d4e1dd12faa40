// The editor in React: the context that holds it, and what screens read from it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useRoute } from 'wouter';
import type { Block } from '../../../../clients/typescript/index.ts';
import { Loaded } from '../loaded.tsx';
import { blocksQuery, profileQuery, type SectionFields, sectionQuery } from '../queries.ts';
import { ScreenSkeleton } from '../shell/screen.tsx';
import { blocksWith, createEditor, type Editor, type EditorState, sectionWith } from './editor.ts';
import type { SectionName } from './operations.ts';
import { openTabStorages } from './tab-storage.ts';

const EditorContext = createContext<Editor | undefined>(undefined);

/** Made once it is known whose page it is. It goes on saving while other screens are shown. */
export function EditorProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const owner = useQuery(profileQuery).data?.id;
  const [editor, setEditor] = useState<Editor>();
  useEffect(() => {
    if (owner === undefined) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    openTabStorages(String(owner)).then((storages) => {
      if (isGone) return;
      const created = createEditor(client, String(owner), storages);
      setEditor(created);
      stop = created.start();
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [client, owner]);
  return <EditorContext value={editor}>{children}</EditorContext>;
}

/** For screens that edit the page. */
export function EditorGate({ children }: { children: ReactNode }) {
  const profile = useQuery(profileQuery);
  const [isPage] = useRoute('/');
  const client = useQueryClient();
  // The screen behind the gate asks for it, one answer later.
  useEffect(() => {
    if (isPage) client.prefetchQuery(blocksQuery);
  }, [isPage, client]);
  const editor = useContext(EditorContext);
  if (editor) return children;
  return (
    <Loaded query={profile} skeleton={<ScreenSkeleton />}>
      {() => <ScreenSkeleton />}
    </Loaded>
  );
}

export function useEditor(): Editor {
  return useContext(EditorContext)!;
}

export function useEditorState(): EditorState {
  const editor = useEditor();
  return useSyncExternalStore(editor.subscribe, editor.state);
}

/** The blocks of the page, with what is not saved yet. */
export function useBlocks() {
  const query = useQuery(blocksQuery);
  const { pending } = useEditorState();
  const saved = query.data?.records;
  const blocks: readonly Block[] | undefined = useMemo(() => saved && blocksWith(saved, pending), [saved, pending]);
  return { ...query, blocks };
}

/** A section of the page, such as its look, with what is not saved yet. */
export function useSection<Name extends SectionName>(name: Name) {
  const query = useQuery(sectionQuery(name));
  const { pending } = useEditorState();
  const saved = query.data;
  const fields = useMemo(
    () => saved && sectionWith(saved as SectionFields[Name], name, pending),
    [saved, name, pending],
  );
  return { ...query, fields };
}
