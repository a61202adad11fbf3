-- Whether the whole text says that no allergies are known, in one clause or several: "NKDA, NKFA". The expressions are those of
-- src/shared/clinical/allergy-words.ts.
create or replace function says_no_allergies(typed text) returns boolean
  language plpgsql immutable strict parallel safe
as $$
declare
  words constant text := btrim(regexp_replace(typed, '\s+', ' ', 'g'));
begin
  return words ~* '^(((no( known)?|negative for( any| known)?|denies( any)?( known)?)( (foods?(,? (and|or|and/or) | ?[,/&] ?| ))?(drug|medicine|medication|med)s?((,? (and|or|and/or) | ?[,/&] ?| )(foods?|(drug|medicine|medication|med)s?))*)? allerg(y|ies)( known| noted| reported| recorded)?( to( any)? (foods?(,? (and|or|and/or) | ?[,/&] ?| ))?(drug|medicine|medication|med)s?((,? (and|or|and/or) | ?[,/&] ?| )(foods?|(drug|medicine|medication|med)s?))*)?( ?[(]n[.]?k[.]?(d|fd|df)?a[.]?[)])?|n[.]?k[.]?(d[.]?|f[.]?d[.]?|d[.]?f[.]?)?a[.]?|(none|nil|wala( po)?)( known| noted| reported| recorded)?|wala(ng( kilalang| alam na| alam)?|( po)?ng) allerg(y|ies)( sa( mga)?( pagkain at)? gamot)?|(no( known)?|negative for( any| known)?|denies( any)?( known)?) foods? allerg(y|ies)( known| noted| reported| recorded)?|(no( known)?|negative for( any| known)?|denies( any)?( known)?) allerg(y|ies)( known| noted| reported| recorded)? to( any)? foods?|n[.]?k[.]?f[.]?a[.]?|wala(ng( kilalang| alam na| alam)?|( po)?ng) allerg(y|ies) sa( mga)? pagkain)( ?[,;/&.] ?| (and |at )?|$))+$'
    and words !~* '^(((no( known)?|negative for( any| known)?|denies( any)?( known)?) foods? allerg(y|ies)( known| noted| reported| recorded)?|(no( known)?|negative for( any| known)?|denies( any)?( known)?) allerg(y|ies)( known| noted| reported| recorded)? to( any)? foods?|n[.]?k[.]?f[.]?a[.]?|wala(ng( kilalang| alam na| alam)?|( po)?ng) allerg(y|ies) sa( mga)? pagkain)( ?[,;/&.] ?| (and |at )?|$))+$';
end $$;
