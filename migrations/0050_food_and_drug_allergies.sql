-- Whether the whole text says that no allergies are known, also of food and drugs. saysNoAllergies in
-- src/shared/clinical/allergy-words.ts is the same rule.
create or replace function says_no_allergies(typed text) returns boolean
  language sql immutable strict parallel safe
  return typed ~* (
    '^\s*((no( known)?|denies( any)?( known)?)'
    || '( (foods?(,? (and|or|and/or) | ?[,/&] ?| ))?(drug|medicine|medication)s?((,? (and|or|and/or) | ?[,/&] ?| )(food|drug|medicine|medication)s?)*)?'
    || ' allerg(y|ies)'
    || '( to( any)? (foods?(,? (and|or|and/or) | ?[,/&] ?| ))?(drug|medicine|medication)s?((,? (and|or|and/or) | ?[,/&] ?| )(food|drug|medicine|medication)s?)*)?'
    || '( ?\(nk(d|fd|df)?a\))?|nk(d|fd|df)?a|none|wala(ng( kilalang| alam na)? allerg(y|ies))?|(none|nil) known)\s*\.?\s*$');
