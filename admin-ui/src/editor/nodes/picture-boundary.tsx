import { LexicalErrorBoundary, type LexicalErrorBoundaryProps } from '@lexical/react/LexicalErrorBoundary';
import { useTranslation } from '../../i18n/use-translation';

/** A picture that cannot be drawn says so in its place; the text around it goes on. */
export function PictureBoundary(props: LexicalErrorBoundaryProps) {
  const { t } = useTranslation();
  return <LexicalErrorBoundary {...props} fallback={<span className="editor-upload__text">{t('editor.pictureTrouble')}</span>} />;
}
