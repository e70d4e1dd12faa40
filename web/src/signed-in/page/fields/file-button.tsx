// Chooses files and uploads them, one after the other.
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { UploadSaved } from '../../../../../clients/typescript/index.ts';
import { failureOf, fieldErrorsOf } from '../../../api/failure.ts';
import { pictureTypes, uploadFile } from '../../../api/upload.ts';
import { wrongFile } from '../../../api/wrong-file.ts';
import { Button, type ButtonVariant } from '../../../design/actions/button.tsx';
import { ProgressBar } from '../../../design/feedback/waiting.tsx';
import styles from './record-fields.module.css';

interface FileButtonProps {
  /** What it is for, such as “Choose a picture”. */
  label: string;
  isPicture?: boolean;
  multiple?: boolean;
  variant?: ButtonVariant;
  onUploaded: (saved: UploadSaved, file: File) => void;
}

export function FileButton({
  label,
  isPicture = false,
  multiple = false,
  variant = 'secondary',
  onUploaded,
}: FileButtonProps) {
  const { i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<{ name: string; share: number }>();
  const [error, setError] = useState<string>();
  const wanted = isPicture ? 'picture' : undefined;
  const send = async (files: readonly File[]) => {
    const problem = wanted && files.map((file) => wrongFile(file, wanted, i18n)).find(Boolean);
    setError(problem);
    if (problem !== undefined) return;
    try {
      for (const file of files) {
        const { name } = file;
        setProgress({ name, share: 0 });
        onUploaded(await uploadFile(file, name, { onProgress: (share) => setProgress({ name, share }) }), file);
      }
    } catch (failure) {
      setError(Object.values(fieldErrorsOf(failure, i18n, wanted))[0] ?? failureOf(failure, i18n, wanted).title);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <>
      <Button
        icon="upload"
        size="small"
        variant={variant}
        busy={Boolean(progress)}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        {...(isPicture && { accept: pictureTypes.join(',') })}
        multiple={multiple}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) send(files);
        }}
      />
      {progress && (
        <div className={styles.progress}>
          <p className={styles.note}>
            <Trans>Uploading {progress.name}…</Trans>
          </p>
          <ProgressBar label={progress.name} value={Math.round(progress.share * 100)} max={100} />
        </div>
      )}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </>
  );
}
