import { languageFor } from './language-choice';
import { languageOf, languagesOf } from './not-found-rule';
import { inside, wished } from './visitor';

// In the head, before anything is painted: the language to answer in is the path's; of a path that names none it is the visitor's, and
// nobody is moved for it (crawlers do not keep what is not there). Late faces would move the words of a language that the file does not begin with.
const page = document.documentElement;
const languages = languagesOf(page);
const named = languageOf(location.pathname, languages);
page.lang = named === languages[0] && languageFor(languages, wished, inside) || named;
const fonts = document.querySelector<HTMLTemplateElement>(`template[data-fonts="${page.lang}"]`);
if (fonts) document.head.append(fonts.content);
