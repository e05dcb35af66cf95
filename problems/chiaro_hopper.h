/* chiaro_hopper.h - how the hopping robot stands before it hops */
#ifndef SS_CHIARO_HOPPER_H
#define SS_CHIARO_HOPPER_H

/* Places in the lower leg's frame, from its centre of mass; see chiaro_hopper.c. */
typedef struct ss_chiaro_stance {
    double beta, R;
    double foot[2]; /* middle of the foot's arc */
    double knee[2];
    double lu;     /* knee to the upper centre of mass */
    double share;  /* upper mass over the whole */
    double cad[2]; /* lower centre of mass from the foot, as the source gives it */
    int published; /* with the source's slip */
} ss_chiaro_stance;

/* q = (x, y, phi_l, phi_u) at rest on the foot, the spring relaxed. */
void ss_chiaro_start(const ss_chiaro_stance *s, double q[4]);

#endif
