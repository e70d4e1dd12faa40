// Title, description and picture of the page in search results and in links that are shared, with how they look there.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Seo } from '../../../../clients/typescript/index.ts';
import { limits } from '../../../../contract/limits.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { TextArea, TextField } from '../../design/fields/text-field.tsx';
import { useTextField } from '../editing/index.ts';
import { profileQuery } from '../queries.ts';
import { Counter } from './counter.tsx';
import { ChatPreview, SearchPreview } from './link-previews.tsx';
import { ownImageOf } from './own-image.ts';
import { ShareImageField } from './share-image-field.tsx';
import styles from './sharing.module.css';
import { useSeoChange } from './use-seo-change.tsx';

/** Search engines cut longer texts, roughly. */
const SEARCH_TITLE = 60;
const SEARCH_DESCRIPTION = 160;

const target = { kind: 'section', section: 'seo' } as const;

export function PreviewFields({ seo, url }: { seo: Seo; url: string }) {
  const { t } = useLingui();
  const profile = useQuery(profileQuery).data;
  const { change, error } = useSeoChange(seo);
  const title = useTextField({ target, path: 'page_name', saved: seo.page_name, label: t`Title for sharing` });
  const description = useTextField({
    target,
    path: 'page_description',
    saved: seo.page_description,
    label: t`Description for sharing`,
    isMultiline: true,
  });
  const isOff = seo.enable === '0';
  const name = profile?.name || profile?.username || '';
  const shown = {
    url,
    title: (!isOff && title.value.trim()) || name,
    description: (!isOff && description.value.trim()) || (profile?.bio ?? ''),
    image: isOff && ownImageOf(seo) ? undefined : seo.opengraph_image,
  };
  return (
    <Card
      title={t`Search results and shared links`}
      text={<Trans>Where somebody sends your address, this is what others see of it.</Trans>}
    >
      {isOff && (
        <Banner
          title={t`Your own texts are off.`}
          actions={
            <Button size="small" onClick={() => change({ enable: '1' }, t`Own texts for sharing`)}>
              <Trans>Use my own texts</Trans>
            </Button>
          }
        >
          <Trans>Name and bio of your page are shown instead.</Trans>
        </Banner>
      )}
      <div className={styles.fieldsAndPreviews}>
        <div className={styles.fields}>
          <TextField
            {...title}
            label={t`Title`}
            placeholder={name}
            maxLength={limits.pageName}
            aside={<Counter text={title.value} max={limits.pageName} shown={SEARCH_TITLE} />}
            hint={<Trans>Without one, your name is used.</Trans>}
          />
          <TextArea
            {...description}
            label={t`Description`}
            placeholder={profile?.bio}
            maxLength={limits.pageDescription}
            aside={<Counter text={description.value} max={limits.pageDescription} shown={SEARCH_DESCRIPTION} />}
            hint={<Trans>Without one, your bio is used.</Trans>}
          />
          <ShareImageField seo={seo} />
          {error}
        </div>
        <div className={styles.previews}>
          <SearchPreview {...shown} isHidden={seo.block_engine === '1'} />
          <ChatPreview {...shown} />
          <p className={styles.note}>
            <Trans>
              Apps and networks keep a card for hours or days. Where your address was shared before, the old card may
              stay for a while.
            </Trans>
          </p>
        </div>
      </div>
    </Card>
  );
}
