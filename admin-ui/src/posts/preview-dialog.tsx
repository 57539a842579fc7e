import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { previewPost } from '../api/posts';
import { LANGUAGES, type Language } from '../api/types';
import { toFormData } from '../form/payload';
import type { FormState } from '../form/state';
import { withLocalPictures } from '../pictures/local-addresses';
import { Icon } from '../ui/icon';
import { Modal } from '../ui/modal';

interface Props {
  content: FormState;
  language: Language;
  onClose: () => void;
}

/** Where a desktop's page would be cut off, the phone's comes first. */
const NARROW = '(max-width: 48rem)';

/**
 * The frame runs no scripts anyway; without them the browser does not complain about it. The page's own policy goes as
 * well: it refuses the pictures of a text that are not stored yet. The frame inherits the admin's policy.
 */
function forFrame(html: string): string {
  const page = html.replace(/<script\b[\s\S]*?<\/script\s*>/gi, '').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/i, '');
  return withLinks(page);
}

/**
 * The admin's policy lets no other site into the frame, and a page of this one would stand in the place of the preview: links open
 * beside the admin. Those within the page lead within it; by themselves they would lead to the admin's own address.
 */
function withLinks(page: string): string {
  return page
    .replace(/<head\b[^>]*>/i, '$&<base target="_blank">')
    .replace(/(<a\b[^>]*\shref=")(?=#)/gi, (link) => `${link.replace(/^<a/i, '<a target="_self"')}about:srcdoc`);
}

/** Links may open pages, which are bound by nothing of this; scripts, forms and the admin itself are out of reach. */
const MAY = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** The unsaved post as the site's own templates show it. The page runs no script. */
export function PreviewDialog({ content, language: first, onClose }: Props) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState(first);
  const [width, setWidth] = useState<'desktop' | 'phone'>(() => (window.matchMedia(NARROW).matches ? 'phone' : 'desktop'));
  const {
    data: html,
    isFetching,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['preview', language],
    queryFn: async ({ signal }) => {
      const fields = await withLocalPictures(content.fields);
      return previewPost(toFormData({ ...content, fields }), language, content.base?.id ?? null, signal);
    },
    // The text behind the dialog does not change, but the next preview is of another one.
    gcTime: 0,
    staleTime: Infinity,
  });

  return (
    <Modal title={t('preview.title')} closeLabel={t('preview.close')} onClose={onClose} size="full">
      <div className="preview__bar">
        <div className="segments" role="group" aria-label={t('preview.language')}>
          {LANGUAGES.map((option) => (
            <button
              key={option}
              type="button"
              className="segments__item"
              aria-pressed={language === option}
              onClick={() => setLanguage(option)}
            >
              {option.toUpperCase()}
            </button>
          ))}
        </div>
        <div className="segments" role="group" aria-label={t('preview.width')}>
          {(['desktop', 'phone'] as const).map((option) => (
            <button key={option} type="button" className="segments__item" aria-pressed={width === option} onClick={() => setWidth(option)}>
              <Icon name={option} />
              {t(`preview.${option}`)}
            </button>
          ))}
        </div>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll what does not fit */}
      <div className="preview__stage" role="region" aria-label={t('preview.title')} tabIndex={0} aria-busy={isFetching}>
        {isFetching && <p className="muted">{t('preview.loading')}</p>}
        {isError && !isFetching && (
          <div className="notice notice--problem">
            <p>{t('preview.failed')}</p>
            <button type="button" className="button" onClick={() => void refetch()}>
              {t('preview.retry')}
            </button>
          </div>
        )}
        {html !== undefined && !isFetching && (
          <iframe className={`preview__page preview__page--${width}`} title={t('preview.title')} sandbox={MAY} srcDoc={forFrame(html)} />
        )}
      </div>
    </Modal>
  );
}
