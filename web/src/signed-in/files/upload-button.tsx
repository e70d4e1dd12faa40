import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import type { UploadSaved } from '../../../../clients/typescript/index.ts';
import { wrongFile } from '../../api/wrong-file.ts';
import { Button, type ButtonVariant } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { ProgressBar } from '../../design/feedback/waiting.tsx';
import { useUpload } from '../pictures/use-upload.ts';
import { useFileSizes } from './file-sizes.ts';
import styles from './files.module.css';

interface UploadButtonProps {
  label: string;
  /** Any file by default. */
  isVideo?: boolean;
  maxBytes: number | ((file: File) => number);
  hint?: string;
  variant?: ButtonVariant;
  onUploaded: (upload: UploadSaved) => void;
}

/** Chooses a file and sends it, with progress and a way to cancel. */
export function UploadButton({ label, isVideo = false, maxBytes, hint, variant, onUploaded }: UploadButtonProps) {
  const { t, i18n } = useLingui();
  const sizes = useFileSizes();
  const upload = useUpload(isVideo ? 'video' : undefined);
  const input = useRef<HTMLInputElement>(null);
  const { progress, failure } = upload;
  const send = async (file: File) => {
    const most = typeof maxBytes === 'number' ? maxBytes : maxBytes(file);
    const problem = isVideo ? wrongFile(file, 'video', i18n) : undefined;
    if (problem !== undefined) {
      upload.fail(problem);
      return;
    }
    if (file.size > most) {
      upload.fail(t`“${file.name}” is too large: ${sizes(file.size)}.`, t`Choose a file of at most ${sizes(most)}.`);
      return;
    }
    const saved = await upload.start(file, file.name);
    if (saved) onUploaded(saved);
  };
  return (
    <div className={styles.upload}>
      {progress === undefined ? (
        <div className={styles.uploadLine}>
          <Button icon="upload" {...(variant && { variant })} onClick={() => input.current?.click()}>
            {label}
          </Button>
          {hint && <span className={styles.hint}>{hint}</span>}
        </div>
      ) : (
        <div className={styles.uploadLine}>
          <span className={styles.progress}>
            <ProgressBar label={t`Uploading`} value={Math.round(progress * 100)} max={100} />
          </span>
          <Button onClick={upload.cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
      {failure && (
        <Banner tone="danger" title={failure.title} requestId={failure.requestId}>
          {failure.advice}
        </Banner>
      )}
      <input
        ref={input}
        type="file"
        hidden
        {...(isVideo && { accept: 'video/mp4,video/webm' })}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void send(file);
          event.target.value = '';
        }}
      />
    </div>
  );
}
