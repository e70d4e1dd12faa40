// A change that the service refused, where no field can show it.

import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { failureOf, fieldErrorsOf } from '../../api/failure.ts';
import { Button } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { useEditor, useEditorState } from './use-editor.tsx';

export function RejectedBanner() {
  const { i18n } = useLingui();
  const editor = useEditor();
  const { refused } = useEditorState();
  if (!refused) return null;
  const { label, error } = refused;
  const { title, advice, requestId } = failureOf(error, i18n);
  return (
    <Banner
      tone="danger"
      title={<Trans>Not saved: {label}</Trans>}
      requestId={requestId}
      actions={
        <Button size="small" onClick={() => editor.dismissRejected()}>
          <Trans>OK</Trans>
        </Button>
      }
    >
      {Object.values(fieldErrorsOf(error, i18n))[0] ?? title} {advice}
    </Banner>
  );
}
