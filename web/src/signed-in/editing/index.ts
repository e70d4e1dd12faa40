export { ConflictDialog } from './conflict-dialog.tsx';
export { type Draft, useDrafts } from './drafts.ts';
export { type Conflict, type Editor, type EditorState, provisionalId } from './editor.ts';
export { isObject as isFields, merged } from './operations.ts';
export type { EditTarget, Fields, ItemPlace, Operation, RemovalTarget, SectionName } from './operations.ts';
export { RefusedBanner } from './refused-banner.tsx';
export { SaveState } from './save-state.tsx';
export { EditorGate, EditorProvider, useBlocks, useEditor, useEditorState, useSection } from './use-editor.tsx';
export { fieldsAt, type TextFieldBinding, useTextField } from './use-text-field.ts';
