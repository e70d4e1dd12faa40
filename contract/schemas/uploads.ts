import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { uploadKinds } from '../page/uploads.ts';
import { Id, OneOf, Owner, PageParameters, Timestamp, Url } from './common.ts';
import { line } from './writing.ts';

const closed = { additionalProperties: false };
const Reference = Type.String({
  description: 'Reference to the upload in blocks, sections and page documents: `upload:{digest}/{file}`',
});
const Side = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);

export const Upload = Type.Object(
  {
    id: Id,
    user: Owner,
    kind: OneOf(uploadKinds),
    name: Type.String(),
    type: Type.String({ description: 'The media type' }),
    url: Url,
    reference: Reference,
    width: Side,
    height: Side,
    bytes: Type.Integer({
      minimum: 0,
      description: 'Total size of all stored variants of the file',
    }),
    in_use: Type.Boolean({ description: 'Whether the page uses the file' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Upload', ...closed },
);

export const UploadParameters = Type.Object({
  ...PageParameters.properties,
  kind: Type.Optional(
    OneOf(uploadKinds, {
      description: 'Only uploads of this kind',
      'x-rule': `must be one of ${uploadKinds.join(', ')}`,
    }),
  ),
  in_use: Type.Optional(
    Type.Boolean({
      description: 'Only uploads that the page uses (`true`), or does not use (`false`)',
      'x-rule': 'must be true or false',
    }),
  ),
});

const mebibytes = (bytes: number) => bytes / (1024 * 1024);

export const UploadCreation = Type.Object({
  file: Type.String({
    format: 'binary',
    description:
      `An image (JPEG, PNG, WebP, AVIF or GIF; at most ${mebibytes(limits.imageBytes)} MiB, ` +
      `${limits.imagePixels / 1_000_000} million pixels and ${limits.imageFrames} frames), a video (MP4 or WebM; at most ` +
      `${mebibytes(limits.videoBytes)} MiB) or a file (PDF, ZIP, EPUB, audio, office documents, plain text; at most ` +
      `${mebibytes(limits.fileBytes)} MiB)`,
    'x-rule': 'must be one file',
  }),
  name: Type.Optional(
    line({ min: 1, max: limits.fileName, description: 'File name. Default: the name of the uploaded file' }),
  ),
});

export const UploadSaved = Type.Object(
  { id: Id, url: Url, reference: Reference, message: Type.String() },
  { title: 'UploadSaved', ...closed },
);
