import { expect, test } from 'vitest';
import { detectLanguage } from '../../../domain/search/language.ts';

test.each([
  ['The pump in the hall is leaking and nobody has looked at it.', 'en'],
  ['Fix the pump', 'en'],
  ['Weekly backups', 'en'],
  ['A bomba da sala está com vazamento e ninguém olhou para ela.', 'pt'],
  ['Reunião de planejamento', 'pt'],
  ['A reuniao foi marcada para segunda, mas nao temos sala.', 'pt'],
  ['La bomba de la sala tiene una fuga y nadie la ha mirado.', 'none'],
  ['El plan para el mes que viene', 'none'],
  ['Il piano per il mese prossimo non è ancora pronto', 'none'],
  ['La pompe de la salle fuit et personne ne l’a regardée.', 'none'],
  ['Die Pumpe in der Halle ist undicht und niemand hat sie angesehen.', 'none'],
  ['De pomp in de hal lekt en niemand heeft er naar gekeken.', 'none'],
  ['水泵在大厅里漏水 the pump', 'none'],
  ['Насос в зале течёт', 'none'],
  ['12345 -- 99', 'none'],
  ['', 'none'],
])('%s', (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});

test('a mostly English note with a foreign quotation is English', () => {
  const text = `${'We met the customer and went over the open points of the contract. '.repeat(4)}Él dijo que no.`;
  expect(detectLanguage(text)).toBe('en');
});
