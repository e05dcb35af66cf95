/* handwritten.h - the bicycle's midpoint step written out by hand, for comparison only */
#ifndef SS_HANDWRITTEN_H
#define SS_HANDWRITTEN_H

typedef struct ss_handwritten {
    double q[5], u[5]; /* x, y, theta, phi1, phi2 */
    double m, J, I, r, half, g;
    double mu_s, mu_d, v_s, e;
    int mode[2]; /* of the last step: 0 open, 1 stick, 2 slip +, 3 slip - */
} ss_handwritten;

ss_handwritten ss_handwritten_bicycle(void); /* the problem's presets, flat ground */
void ss_handwritten_run(ss_handwritten *b, double h, long steps);

#endif
