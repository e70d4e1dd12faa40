import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { BlockItem } from '../../../../../clients/typescript/index.ts';
import { TextField } from '../../../design/fields/text-field.tsx';
import { useTextField } from '../../editing/index.ts';
import { useListing } from '../../names.ts';
import { linkQuery } from '../../queries.ts';
import { useChangeLabel } from './basic-fields.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './record-fields.module.css';

/** The address that counts clicks. Old ones keep leading to the link. */
export function SlugField(props: FieldProps) {
  const item = props.record as BlockItem & { slug?: string };
  const link = useQuery({ ...linkQuery(item.id), enabled: item.id > 0 && Boolean(item.link) });
  if (!link.data) return null;
  const { slug, short_url: url, former_slugs: former } = link.data;
  return (
    <Slug {...props} slug={item.slug ?? slug} base={url.slice(0, -encodeURIComponent(slug).length)} former={former} />
  );
}

function Slug({ description, target, name, slug, base, former }: FieldProps & SlugProps) {
  const { i18n } = useLingui();
  const listing = useListing();
  const label = useChangeLabel({ description, name });
  const binding = useTextField({ target, path: 'slug', saved: slug, label });
  return (
    <TextField
      label={i18n._(description.label)}
      prefix={base.replace(/^https?:\/\//, '')}
      dir="ltr"
      autoCapitalize="off"
      spellCheck={false}
      {...binding}
      message={
        <span className={styles.note}>
          <bdi>{base + binding.value}</bdi>
          {former.length > 0 && (
            <>
              {' · '}
              <Trans>Still works: {listing(former)}</Trans>
            </>
          )}
        </span>
      }
    />
  );
}

interface SlugProps {
  slug: string;
  /** What stands before it in the short address. */
  base: string;
  former: readonly string[];
}
