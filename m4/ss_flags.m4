# ss_flags.m4 - keep the compiler flags that the compiler knows

# SS_KEEP_FLAGS(VARIABLE, FLAGS)
# Appends each of FLAGS to VARIABLE if the C compiler takes it without a word.
AC_DEFUN([SS_KEEP_FLAGS], [
  AC_LANG_PUSH([C])
  ss_saved_cflags=$CFLAGS
  for ss_flag in $2; do
    AC_MSG_CHECKING([whether $CC takes $ss_flag])
    CFLAGS="$ss_saved_cflags -Werror $ss_flag"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
      [AC_MSG_RESULT([yes])
       $1="$$1 $ss_flag"],
      [AC_MSG_RESULT([no])])
  done
  CFLAGS=$ss_saved_cflags
  AC_LANG_POP([C])
])
