export { ConflictDialog } from './conflict-dialog.tsx';
export { type Draft, useDrafts } from './drafts.ts';
export { EditedScreen } from './edited-screen.tsx';
export { type Conflict, type Editor, type EditorState, provisionalId } from './editor.ts';
export type { EditTarget, Fields, Operation, SectionName } from './operations.ts';
export { SaveState } from './save-state.tsx';
export { EditorGate, EditorProvider, useBlocks, useEditor, useEditorState, useSection } from './use-editor.tsx';
export { fieldsAt, type TextFieldBinding, useTextField } from './use-text-field.ts';
