import { type Language, TEXT_KINDS, type TextKind } from '../api/types';
import { isEmptyText } from '../form/empty';
import { useWorkspaceState } from '../saving/workspace-context';
import { TextDots } from './text-dots';

/** Which texts of a language the form still has empty. */
export function LanguageDots({ language }: { language: Language }) {
  const empty = useWorkspaceState(({ form }) => TEXT_KINDS.filter((kind) => isEmptyText(form.fields[`${kind}_${language}`])).join());
  return <TextDots empty={empty.split(',') as TextKind[]} />;
}
