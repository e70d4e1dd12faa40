// Chooses a picture: a file from this device, cut to the frame that the page shows it in, or an earlier upload.

import { Trans, useLingui } from '@lingui/react/macro';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { pictureTypes } from '../../api/upload.ts';
import { wrongFile } from '../../api/wrong-file.ts';
import { Button } from '../../design/actions/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Banner } from '../../design/feedback/banner.tsx';
import { ProgressBar } from '../../design/feedback/waiting.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Dialog, DialogActions } from '../../design/overlays/dialog.tsx';
import { useUnsaved } from '../../frame/unsaved.ts';
import { type Crop, centred, croppedFile, type Size } from './crop.ts';
import { CropArea } from './crop-area.tsx';
import { EarlierPictures } from './earlier-pictures.tsx';
import styles from './picture-dialog.module.css';
import { isTakenAsItIs, type PictureFrame } from './picture-frames.ts';
import { useUpload } from './use-upload.ts';

export interface ChosenPicture {
  /** Of the upload; every field for a picture takes it. */
  url: string;
  /** What it shows, if that was asked for. */
  alt?: string;
}

export interface PictureDialogProps {
  title: string;
  /** What the page shows it in: one of `frames`, or `avatarFrame(theme)`. */
  frame: PictureFrame;
  /** The alternative text so far. Leave it out if the record has none. */
  alt?: string;
  /** Called once, when the picture is uploaded. Closing the dialog is up to the caller. */
  onChoose: (picture: ChosenPicture) => void;
  onClose: () => void;
}

interface Opened {
  file: File;
  url: string;
  size: Size;
  image: HTMLImageElement;
}

export function PictureDialog({ title, frame, alt: altBefore, onChoose, onClose }: PictureDialogProps) {
  const { t, i18n } = useLingui();
  const upload = useUpload('picture');
  const [opened, setOpened] = useState<Opened>();
  const [crop, setCrop] = useState<Crop>(centred);
  const [alt, setAlt] = useState(altBefore ?? '');
  const isUploading = upload.progress !== undefined;
  const withAlt = (url: string): ChosenPicture => (altBefore === undefined ? { url } : { url, alt });
  useEffect(() => () => void (opened && URL.revokeObjectURL(opened.url)), [opened]);

  const open = async (file: File) => {
    upload.forget();
    const problem = wrongFile(file, 'picture', i18n);
    if (problem !== undefined) {
      upload.fail(problem);
      return;
    }
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
    } catch {
      URL.revokeObjectURL(url);
      upload.fail(t`“${file.name}” is not a picture that we can show.`, t`Use a JPEG, PNG, WebP, AVIF or GIF file.`);
      return;
    }
    setCrop(centred);
    setOpened({ file, url, image, size: { width: image.naturalWidth, height: image.naturalHeight } });
  };

  const save = async () => {
    if (!opened) return;
    const { file, image } = opened;
    const isUnchanged = (frame.ratio === undefined || isMoving(file)) && isTakenAsItIs(file);
    const sent = isUnchanged ? file : await croppedFile(image, crop, frame);
    const saved = await upload.start(sent, isUnchanged ? file.name : nameFor(file.name, sent.type));
    if (saved) onChoose(withAlt(saved.url));
  };

  const { ratio } = frame;
  return (
    <Dialog title={title} onClose={onClose}>
      {upload.failure && (
        <Banner tone="danger" title={upload.failure.title} requestId={upload.failure.requestId}>
          {upload.failure.advice}
        </Banner>
      )}
      {!opened && <FileDrop onFile={open} />}
      {!opened && <EarlierPictures onChoose={({ url }) => onChoose(withAlt(url))} />}
      {opened && isMoving(opened.file) && (
        <>
          <img src={opened.url} alt="" className={styles.whole} />
          <p className={styles.help}>
            <Trans>Moving pictures are used whole.</Trans>
          </p>
        </>
      )}
      {opened && !isMoving(opened.file) && ratio === undefined && (
        <img src={opened.url} alt="" className={styles.whole} />
      )}
      {opened && !isMoving(opened.file) && ratio !== undefined && (
        <CropArea url={opened.url} picture={opened.size} frame={{ ...frame, ratio }} crop={crop} onChange={setCrop} />
      )}
      {opened && altBefore !== undefined && <AltField alt={alt} before={altBefore} onChange={setAlt} />}
      {opened && isUploading && (
        <ProgressBar label={t`Uploading`} value={Math.round((upload.progress ?? 0) * 100)} max={100} />
      )}
      {opened && (
        <DialogActions>
          {isUploading ? (
            <Button onClick={upload.cancel}>
              <Trans>Cancel</Trans>
            </Button>
          ) : (
            <Button onClick={() => setOpened(undefined)}>
              <Trans>Another picture</Trans>
            </Button>
          )}
          <Button variant="primary" busy={isUploading} onClick={save}>
            <Trans>Use this picture</Trans>
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

interface AltFieldProps {
  alt: string;
  before: string;
  onChange: (alt: string) => void;
}

function AltField({ alt, before, onChange }: AltFieldProps) {
  const { t } = useLingui();
  useUnsaved(() => alt !== before);
  return (
    <TextField
      label={t`What the picture shows`}
      optional
      value={alt}
      onChange={(event) => onChange(event.target.value)}
      hint={t`Read out to people who cannot see it.`}
    />
  );
}

function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same.
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="picture" size={32} />
      <p>
        <Trans>Drop a picture here, or</Trans>
      </p>
      <Button variant="primary" icon="upload" onClick={() => input.current?.click()}>
        <Trans>Choose a file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={[...pictureTypes, 'image/*'].join(',')}
        aria-label={t`Picture file`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
    </div>
  );
}

function isMoving({ type }: File): boolean {
  return type === 'image/gif';
}

function nameFor(name: string, type: string): string {
  return `${name.replace(/\.\w+$/, '')}.${type.replace(/^image\//, '')}`;
}
