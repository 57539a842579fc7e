import { languageOf, languagesOf } from './not-found-rule';

// In the head, before anything is painted: late faces would move the words of a language that the file does not begin with.
const lang = languageOf(location.pathname, languagesOf(document.documentElement));
const fonts = document.querySelector<HTMLTemplateElement>(`template[data-fonts="${lang}"]`);
if (fonts) document.head.append(fonts.content);
