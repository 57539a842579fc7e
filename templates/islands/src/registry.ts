// Every island, by the name templates use.
import { FaqAccordion } from './FaqAccordion/FaqAccordion';
import { Header } from './Header/Header';

export const islands = { FaqAccordion, Header };
